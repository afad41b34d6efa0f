import { escapeHtml } from '../../../../../core/contract/escape-html.ts'

/** A shortcode as it is written, because the modes of CodeColorer depend on the case */
type CodeTag = { written: string; attributes: Record<string, string> }

/** The shortcodes of SyntaxHighlighter Evolved and of WordPress.com: three names, and one for each language */
const languages = new Set(
  `sourcecode source code
  arduino as3 actionscript3 bash shell coldfusion cf clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch
  erl erlang fsharp go golang groovy haskell java jfx javafx js jscript javascript tex matlab objc obj-c perl pl php
  plain text ps powershell py python splus rails rb ror ruby scala sql swift ts typescript vb vbnet xml xhtml xslt html
  yaml yml`.split(/\s+/),
)

/** `cc`, letters for its modes, and a language: `[cc]`, `[cci]`, `[cce_php]`, `[ccnLe_java]` */
const codeColorer = /^cc([iesnbwl]*)(?:_(\S+))?$/i

/** True for shortcodes of plugins that highlight code */
export const isCodeShortcode = (name: string) => languages.has(name.toLowerCase()) || codeColorer.test(name)

/** Writes what is between a shortcode and its end as HTML of code, in which everything is text. */
export function writeCodeShortcode({ written, attributes }: CodeTag, text: string): string {
  const [isColorer, modes = '', suffix] = codeColorer.exec(written) ?? []
  const given = attributes.language ?? attributes.lang ?? suffix ?? written
  const language = toLanguage(suffix ?? given)
  const isEscaped = isColorer ? readMode(modes, 'e', attributes.escaped) : !/[<>]/.test(text)
  const shown = isEscaped ? text.replaceAll('<', '&lt;') : escapeHtml(text)
  const code = `<code${language ? ` class="language-${language}"` : ''}>${shown}</code>`
  return isColorer && readMode(modes, 'i', attributes.inline) ? code : `<pre>${code}</pre>`
}

/** A small letter switches a mode of CodeColorer on, and a capital one off (codecolorer-options.php). */
function readMode(modes: string, mode: string, attribute = ''): boolean {
  if (modes.includes(mode)) return true
  return !modes.includes(mode.toUpperCase()) && /^(?:true|on|1)$/.test(attribute)
}

/** Names that code blocks have for languages with other names in the plugins */
const otherNames: Record<string, string> = {
  ...{ 'c#': 'csharp', cs: 'csharp', 'c-sharp': 'csharp', 'c++': 'cpp', 'f#': 'fsharp', fs: 'fsharp' },
  ...{ js: 'javascript', jscript: 'javascript', ps: 'powershell', py: 'python', pl: 'perl', 'obj-c': 'objc' },
  ...{
    rb: 'ruby',
    ror: 'ruby',
    rails: 'ruby',
    golang: 'go',
    shell: 'bash',
    xhtml: 'html',
    html4strict: 'html',
  },
  ...{ code: '', source: '', sourcecode: '', cc: '', plain: '', text: '' },
}

function toLanguage(given: string): string {
  const name = given.toLowerCase()
  const language = codeColorer.test(name) ? '' : (otherNames[name] ?? name)
  return /^[a-z\d+#-]{1,30}$/.test(language) ? language : ''
}
