/* What the kernel needs of Python beside the limited API of 3.7, so that one module serves every
   CPython from 3.7 on. It is included before Cython's C. On Windows the limited API is that of
   3.11: python3.dll exports the buffer protocol only since then. */

#define CYTHON_LIMITED_API 1
#ifdef _WIN32
#define Py_LIMITED_API 0x030b0000
#else
#define Py_LIMITED_API 0x03070000
#endif
#include <string.h>
#include "Python.h"

/* Cython's start imports `inspect` for these numbers, which takes 20 ms, and `collections.abc`. */
#define CO_OPTIMIZED 0x1
#define CO_NEWLOCALS 0x2
#define CO_VARARGS 0x4
#define CO_VARKEYWORDS 0x8
#define CO_GENERATOR 0x20
#define CO_COROUTINE 0x80
#define CO_ASYNC_GENERATOR 0x200
static PyObject *import_quickly(const char *name) {
    if (!strcmp(name, "inspect"))
        name = "sys"; /* nothing is taken from it */
    return PyImport_ImportModule(strcmp(name, "collections.abc") ? name : "_collections_abc");
}
#define PyImport_ImportModule import_quickly

#ifndef _WIN32
/* CPython has had these functions and this structure, unchanged, since 3.0; the limited API has them
   since 3.11. */
typedef struct bufferinfo {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} Py_buffer;
enum { PyBUF_SIMPLE = 0, PyBUF_CONTIG = 0x9 };
PyAPI_FUNC(int) PyObject_CheckBuffer(PyObject *object);
PyAPI_FUNC(int) PyObject_GetBuffer(PyObject *object, Py_buffer *view, int flags);
PyAPI_FUNC(void) PyBuffer_Release(Py_buffer *view);

/* Functions of 3.9, whose limited API is the oldest that Cython accepts. The kernel calls nothing
   that could recurse without end. It may be loaded by the first interpreter of a process alone,
   which is not checked. Older Pythons need no warning. */
#define Py_EnterRecursiveCall(where) 0
#define Py_LeaveRecursiveCall() ((void)0)
#define PyType_FromModuleAndSpec(module, spec, bases) PyType_FromSpecWithBases(spec, bases)
#define PyInterpreterState_Get() NULL
#define PyInterpreterState_GetID(interpreter) 0
#define PyErr_WarnEx(category, message, level) 0
#undef Py_LIMITED_API
#define Py_LIMITED_API 0x03090000
#endif
