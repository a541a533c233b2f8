"""Games of timecore for people in browsers: several tables, and everybody sees what they may see.

``table`` has the games and knows nothing of the web; ``hall`` has the tables and the tokens; ``app`` speaks HTTP
and WebSockets. README.md beside this package says what goes over the wire.
"""
