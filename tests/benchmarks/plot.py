"""x"""


def draw(a, b):
    pass
