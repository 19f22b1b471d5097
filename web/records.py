async def read_import(body): raise NotImplementedError
