EXPORTS = ("json",)
def export(session, format): raise NotImplementedError
