// Rules of plain American English for all text that users read. They do not apply to names in the code.

import { pinned } from './pinned-words.ts'

type Rule = { wrong: RegExp; write: string }

const rules: Rule[] = [
  { wrong: /\bmail(s|ed|ing)?\b/i, write: 'email' },
  { wrong: /\be-mail/i, write: 'email' },
  { wrong: /\b(some|no|every)body\b/i, write: 'someone, no one, everyone' },
  { wrong: /\b(whoever|whomever|whom)\b/i, write: 'anyone who, the person who' },
  {
    wrong: /\borganis|\bcolour|\bgrey\b|\bneighbour|\bcharit(y|ies)\b|\bfavour|\bbehaviour|\blicence\b/i,
    write: 'American spelling',
  },
  { wrong: /\b(recognis|realis|apologis|summaris|customis|analys(e|ed|ing)\b)/i, write: 'American spelling' },
  { wrong: /\bhand(s|ed|ing)? (it |them |your \w+ )?in\b/i, write: 'submit' },
  { wrong: /\bhand(s|ed|ing)? (it )?over\b/i, write: 'send' },
  { wrong: /\b(anew|meanwhile|whilst|amongst)\b/i, write: 'again, in the meantime' },
  { wrong: /\b(is|are) tried again\b|\blook into the\b/i, write: 'we’ll try again, check' },
  { wrong: /\bmend(s|ed|ing)?\b/i, write: 'fix' },
  { wrong: /\bfor good\b/i, write: 'permanently' },
  { wrong: /\bleft empty\b/i, write: 'leave blank to' },
  { wrong: /\b(take|takes|taken|took) (it |them |links )?back\b/i, write: 'turn off, undo' },
  { wrong: /\bwriting room\b/i, write: 'writing page' },
  { wrong: /\bhouse rules\b|\btick(s|ed|ing)?\b/i, write: 'check' },
  { wrong: /\bat most \d|\d[\d,]* (characters|words) at most\b/i, write: 'up to' },
  {
    wrong: /\bpress(es|ed|ing)?\b(?! (Enter|Esc|Escape|Tab|F8|Ctrl|Alt|Shift|\/|\?|…))/i,
    write: 'click, tap',
  },
  { wrong: /\bnotices?\b/i, write: 'notification' },
  { wrong: /\b(stands|lies|lain)\b/i, write: 'is, is shown' },
  { wrong: /\b(cannot|can not)\b/i, write: 'can’t' },
  { wrong: /\bshall\b/i, write: 'should, will' },
  { wrong: /\d %/, write: 'no space before %' },
  {
    wrong: /\b(0\d|[1-9]|1\d|2[0-3]):[0-5]\d\b(?! ?([AP]M|minutes))(?!:)/,
    write: '12-hour times, such as 2:03 PM',
  },
]

/** The admin says "image" where the code and the public site say "picture". */
const adminRules: Rule[] = [{ wrong: /\bpictures?\b/i, write: 'image' }]

/** Phrases that a rule would refuse, each with the reason why it is allowed. Rewrite all other text. */
const allowed: { words: RegExp; why: string }[] = [
  { words: /\bMAIL FROM\b/, why: 'a command of SMTP' },
  { words: /\buser "nobody"/, why: 'the name of a system user' },
  { words: /\bpress(es)? (a|any|the) keys?\b/i, why: 'keys are pressed' },
]

/** Files whose strings users never read */
export const unread: { file: string; why: string }[] = [
  {
    file: 'features/assistant/server/built-in/key-phrases.ts',
    why: 'words that are left out of key phrases',
  },
  { file: 'features/assistant/server/service/prompts.ts', why: 'a language model reads them' },
  { file: 'features/assistant/web/admin/dictation/mark-sentences.ts', why: 'spellings that are compared' },
]

/** Returns the first match of each rule that the text breaks, with the words around it. */
export function findUnplainWords(text: string, { isAdmin = false } = {}): string[] {
  const readable = allowed.reduce(
    (rest, { words }) => rest.replaceAll(new RegExp(words.source, `${words.flags.replace('g', '')}g`), ' '),
    withoutPinned(text)
      // Email addresses, file names, and names of settings are not checked.
      .replaceAll(/\S*(?:@|\w[/\\]|_)\S*|\S+\.(eml|md|txt|ts)\b/g, ' '),
  )
  return [...rules, ...(isAdmin ? adminRules : [])].flatMap(({ wrong, write }) => {
    const match = wrong.exec(readable)
    if (!match) return []
    const around = readable.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30)
    return [`“${around.replaceAll(/\s+/g, ' ').trim()}”: ${match[0]} -> ${write}`]
  })
}

/** Removes pinned phrases. A pinned single word is removed only if it is the whole text. */
function withoutPinned(text: string): string {
  if (pinned.includes(text.trim())) return ''
  return pinned
    .filter((words) => words.includes(' '))
    .reduce((rest, words) => rest.replaceAll(words, ' '), text)
}
