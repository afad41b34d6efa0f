import { cleanText } from '../../contracts/site-content/schema.ts'
import type { Random } from './random.ts'

const words = [
  'AI',
  'training',
  'for',
  'churches,',
  'we',
  'help',
  'you',
  'plan.',
  'Everyday',
  'a',
  '1-on-1',
  '90%',
]
const markup = [
  ...['<script>alert(1)</script>', '</script><script>alert(2)</script>', '<img src=x onerror=alert(3)>'],
  ...[
    '"><svg onload=alert(4)>',
    "' onmouseover='alert(5)",
    '<!-- ',
    '-->',
    ']]>',
    '<![CDATA[',
    '</title>',
    '</style>',
  ],
  ...[
    'javascript:alert(6)',
    '&lt;b&gt;',
    '&amp;',
    '&#x3c;',
    '&nbsp;',
    '<b>bold</b>',
    '</p></main>',
    '<',
    '>',
    '"',
    "'",
  ],
  ...['{{name}}', '{{constructor}}', '{{contactEmail}}', '$&', "$'", '$`', '@@body@@', '%7B%7Bname%7D%7D'],
  ...['\\u003c', '\\', '`', '<base href="https://evil.example/">', 'https://evil.example/?a=1&b=2'],
]
const invisible = [
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\u202e',
  '\u2066',
  '\u061c',
  '\ufe0f',
  '\u2028',
]
const emoji = ['👋', '👩🏽‍💻', '👨‍👩‍👧‍👦', '🇺🇸', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '🫠']
const rightToLeft = ['שלום', 'עולם', 'مرحبا', 'بالعالم', 'ہیلو', '\u202babc\u202c', '(א)', '١٢٣']
const combining = ['e\u0301', 'Z\u0351\u036b\u0343\u033b\u0332', 'ก็็็็', 'n\u0303', '\u0301', 'ạ̈']
/** First and last code points of scripts and symbols */
const blocks: [number, number][] = [
  ...[
    [0x20, 0x7e],
    [0xa1, 0x24f],
    [0x370, 0x3ff],
    [0x400, 0x52f],
    [0x530, 0x58f],
    [0x900, 0xdff],
    [0xe00, 0xeff],
  ],
  ...[
    [0x1000, 0x109f],
    [0x1100, 0x11ff],
    [0x1780, 0x17ff],
    [0x2000, 0x23ff],
    [0x2500, 0x2bff],
    [0x3040, 0x30ff],
  ],
  ...[
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xe000, 0xe0ff],
    [0xfb00, 0xfdfa],
    [0xfdd0, 0xfdef],
    [0xfe20, 0xffff],
  ],
  ...[
    [0x10000, 0x103ff],
    [0x12000, 0x123ff],
    [0x1d400, 0x1d7ff],
    [0x1f300, 0x1faff],
    [0x20000, 0x2a6df],
  ],
  ...[[0x10fff0, 0x10ffff]],
] as [number, number][]

type TextOptions = { isLong?: boolean; isOptional?: boolean }

/**
 * A text of up to `max` characters in the form in which it is stored: empty, short, exactly as long as allowed, one very
 * long word, markup, or characters of any script.
 */
export function randomText(random: Random, max: number, { isLong, isOptional }: TextOptions = {}): string {
  if (isOptional && random.isOneIn(5)) return ''
  const maker = random.pick(makers)
  const length = random.isOneIn(6) ? max : random.between(1, Math.min(max, random.pick([3, 12, 60, max])))
  const separators = isLong ? [' ', ' ', '\n', '\n\n'] : [' ']
  const separate = random.isOneIn(4) ? () => '' : () => random.pick(separators)
  let text = ''
  while ([...text].length < length) text += maker(random) + separate()
  text = cleanText([...text].slice(0, length).join(''), isLong)
  return text !== '' || isOptional ? text : 'x'
}

/** A text that has one character too many */
export const randomLongText = (random: Random, max: number) => random.pick(['x', '👋', '<']).repeat(max + 1)

const anyPiece = (random: Random) => random.pick(makers.slice(0, -1))(random)
const makers: ((random: Random) => string)[] = [
  (random) => random.pick(words),
  (random) => random.pick(words),
  (random) => random.pick(markup),
  (random) => random.pick(emoji),
  (random) => random.pick(rightToLeft),
  (random) => random.pick(combining),
  (random) => random.pick(invisible) + random.pick(words),
  (random) => 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter'.slice(random.below(40)),
  (random) => random.pick(['W', 'i', '_', '﷽', '𒐫', '⸻']).repeat(random.between(1, 40)),
  (random) => {
    const [first, last] = random.pick(blocks)
    return String.fromCodePoint(random.between(first, last))
  },
  anyPiece,
]
