import { cleanText } from '../../features/site/contract/site-content/schema.ts'
import type { Random } from './random.ts'

const words = 'AI training for churches, we help you plan. Everyday a 1-on-1 90%'.split(' ')
const markup = [
  ...['<script>alert(1)</script>', '</script><script>alert(2)</script>', '<img src=x onerror=alert(3)>'],
  '"><svg onload=alert(4)>',
  "' onmouseover='alert(5)",
  '<!-- ',
  '-->',
  ']]>',
  '<![CDATA[',
  '</title>',
  '</style>',
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
  ...['{{name}}', '{{constructor}}', '{{contactEmail}}', '$&', "$'", '$`', '@@body@@', '%7B%7Bname%7D%7D'],
  ...['\\u003c', '\\', '`', '<base href="https://evil.example/">', 'https://evil.example/?a=1&b=2'],
]
const invisible = [...'\u200b\u200d\ufeff\u00ad\u2060\u202e\u2066\u061c\ufe0f\u2028']
const emoji = ['👋', '👩🏽‍💻', '👨‍👩‍👧‍👦', '🇺🇸', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '🫠']
const rightToLeft = ['שלום', 'עולם', 'مرحبا', 'بالعالم', 'ہیلو', '\u202babc\u202c', '(א)', '١٢٣']
const combining = ['e\u0301', 'Z\u0351\u036b\u0343\u033b\u0332', 'ก็็็็', 'n\u0303', '\u0301', 'ạ̈']
/** First and last code points of scripts and symbols */
const blocks = `
  20-7e a1-24f 370-3ff 400-52f 530-58f 900-dff e00-eff
  1000-109f 1100-11ff 1780-17ff 2000-23ff 2500-2bff 3040-30ff
  4e00-9fff ac00-d7a3 e000-e0ff fb00-fdfa fdd0-fdef fe20-ffff
  10000-103ff 12000-123ff 1d400-1d7ff 1f300-1faff 20000-2a6df 10fff0-10ffff`
  .trim()
  .split(/\s+/)
  .map((block) => block.split('-').map((hex) => Number.parseInt(hex, 16)))

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
    const [first = 0, last = 0] = random.pick(blocks)
    return String.fromCodePoint(random.between(first, last))
  },
  anyPiece,
]
