"""Builds the yardstick; benchmarks/kernel.py runs this in a temporary folder."""

from Cython.Build import cythonize
from setuptools import Extension, setup

kernel = Extension("pente_cy2", ["pente_cy2.pyx"], extra_compile_args=["-O3"])
setup(name="pente-cy2", version="0.1", ext_modules=cythonize([kernel]))
