from suitwise.agents.rules import rules_text as rules_text
from suitwise.agents.talk import Talk as Talk
from suitwise.agents.talk import mcp_server as mcp_server
from suitwise.agents.talker import Talker as Talker
from suitwise.agents.talker import Talking as Talking
from suitwise.agents.text_env import TextEnv as TextEnv
