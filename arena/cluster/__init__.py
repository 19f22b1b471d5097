"""Games on a Dask cluster."""
