/* The starter of pbrain-pente.exe.

   The program holds the files of Python and of the engine. Windows runs code from files alone, so the
   starter writes them to a folder of this version, unless they are there, and runs Python's library in
   this same process: who ends the process ends all of it. `files.h` is written by the build. */

#include <stdio.h>
#include <windows.h>

struct File {
    const wchar_t *name;
    const unsigned char *bytes;
    size_t size;
};

#include "files.h" /* FILES, VERSION, LIBRARY, COMMAND */

enum { LONGEST = 1024, PATIENCE_MS = 30000 };

/* Whether a file is there; each was complete before it got its name. */
static int is_there(const wchar_t *path, const struct File *file)
{
    WIN32_FILE_ATTRIBUTE_DATA found;

    return GetFileAttributesExW(path, GetFileExInfoStandard, &found) && !found.nFileSizeHigh &&
           found.nFileSizeLow == file->size;
}

/* Write a file under another name, have the disk take it, and rename it. */
static int write_file(wchar_t *path, const struct File *file)
{
    wchar_t unfinished[LONGEST];
    HANDLE made;
    DWORD written = 0;
    int done;

    for (wchar_t *at = path + 3; *at; at++) /* behind the drive */
        if (*at == L'\\') {
            *at = 0;
            CreateDirectoryW(path, NULL);
            *at = L'\\';
        }
    if (_snwprintf(unfinished, LONGEST, L"%ls.new", path) < 0)
        return 0;
    made = CreateFileW(unfinished, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (made == INVALID_HANDLE_VALUE)
        return 0;
    done = WriteFile(made, file->bytes, (DWORD)file->size, &written, NULL) && written == file->size &&
           FlushFileBuffers(made);
    CloseHandle(made);
    return done && MoveFileExW(unfinished, path, MOVEFILE_REPLACE_EXISTING);
}

/* Have all files in a folder. One process at a time writes; if it is ended, the next one goes on. */
static int unpacked(const wchar_t *folder)
{
    HANDLE turn = CreateMutexW(NULL, FALSE, L"Local\\pbrain-pente-" VERSION);
    wchar_t path[LONGEST];
    int good = 1;

    WaitForSingleObject(turn, PATIENCE_MS);
    for (size_t i = 0; good && i < sizeof FILES / sizeof *FILES; i++)
        good = _snwprintf(path, LONGEST, L"%ls\\%ls", folder, FILES[i].name) > 0 &&
               (is_there(path, &FILES[i]) || write_file(path, &FILES[i]));
    ReleaseMutex(turn);
    CloseHandle(turn);
    return good;
}

/* Run the brain with Python's library of a folder; the exit code, or -1 if it cannot be loaded. */
static int run(const wchar_t *folder)
{
    wchar_t path[LONGEST], *words[] = {L"pbrain-pente", L"-I", L"-c", COMMAND, NULL};
    HMODULE library;
    int (*python_main)(int, wchar_t **);

    _snwprintf(path, LONGEST, L"%ls\\" LIBRARY, folder);
    library = LoadLibraryExW(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    python_main = library ? (int (*)(int, wchar_t **))GetProcAddress(library, "Py_Main") : NULL;
    return python_main ? python_main(4, words) : -1;
}

int main(void)
{
    static const wchar_t *const PLACES[] = {L"LOCALAPPDATA", L"TEMP"};
    wchar_t place[LONGEST], folder[LONGEST];
    int ended;

    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        DWORD length = GetEnvironmentVariableW(PLACES[i], place, LONGEST);
        if (!length || length >= LONGEST ||
            _snwprintf(folder, LONGEST, L"%ls\\pbrain-pente\\" VERSION, place) < 0)
            continue;
        if (unpacked(folder) && (ended = run(folder)) >= 0)
            return ended;
    }
    puts("ERROR the brain cannot write its files to %LOCALAPPDATA% or %TEMP%, or run them there");
    return 2;
}
