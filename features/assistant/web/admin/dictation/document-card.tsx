import { FileUp, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import { Button, SmallButton } from '../../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { assistantMessages as words } from '../../../contract/assistant.ts'

type DocumentCardProps = {
  text: string
  onText: (text: string) => void
  onEnhance: () => void
  isBusy: boolean
  /** True if it is this text that AI is enhancing */
  isEnhancing: boolean
}

/** Takes existing text, from a file or pasted. */
export function DocumentCard({ text, onText, onEnhance, isBusy, isEnhancing }: DocumentCardProps) {
  const input = useRef<HTMLInputElement>(null)

  async function read(file: File) {
    const read = await readTextFile(file)
    if (read.outcome !== 'read') {
      const [title, description] = refusals[read.outcome]
      return showToast({ title, description, tone: 'destructive' })
    }
    const before = text
    onText(before.trim() === '' ? read.text : `${before.trimEnd()}\n\n${read.text}`)
    showToast({
      title: `Read ${file.name}`,
      ...(before.trim() !== '' && {
        description: 'It was added after your existing text.',
        actions: [
          {
            label: 'Undo',
            altText: 'Remove the text that was just added',
            run: () => onText(before),
          },
        ],
      }),
    })
  }

  return (
    <Section id="document" title="Add a document" className="card tool-card">
      <p>Notes, a letter, an old newsletter: upload a .txt or .md file, or paste the text.</p>
      <p>
        <SmallButton aria-describedby="document-hint" onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" />
          Upload a file
        </SmallButton>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Text file"
          accept=".txt,.md"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) void read(file)
            event.currentTarget.value = ''
          }}
        />
      </p>
      <p className="field-hint" id="document-hint">
        Up to 1 MB of plain text.
      </p>
      <TextField
        label="Your text"
        rows={8}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <p>
        <Button busy={isBusy} onClick={() => !isBusy && onEnhance()}>
          <Sparkles aria-hidden="true" />
          {isEnhancing ? 'Enhancing...' : 'Enhance with AI'}
        </Button>
      </p>
    </Section>
  )
}

const refusals = {
  'wrong-type': [words.fileType, undefined],
  'too-large': [words.fileFailed, 'That file is over 1 MB. Choose a smaller one, or paste part of it.'],
  empty: [words.fileFailed, 'That file is empty.'],
  unreadable: [words.fileFailed, 'That isn’t a plain-text file. Save it as .txt, or paste the text.'],
} as const

/** Maximum file size in bytes */
export const textFileLimit = 1024 * 1024

type ReadFile =
  | { outcome: 'read'; text: string }
  /**
   * `wrong-type`: not `.txt` or `.md`. `empty`: only white space. `unreadable`: not text, or the browser cannot read
   * the file from the disk.
   */
  | { outcome: 'wrong-type' | 'too-large' | 'empty' | 'unreadable' }

/** Reads a text file in UTF-8 or, with a byte order mark, in UTF-16. */
export async function readTextFile(file: File): Promise<ReadFile> {
  if (!/\.(?:txt|md)$/i.test(file.name)) return { outcome: 'wrong-type' }
  if (file.size > textFileLimit) return { outcome: 'too-large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    if (isBinary(text)) return { outcome: 'unreadable' }
    if (text.trim() === '') return { outcome: 'empty' }
    return { outcome: 'read', text: text.replaceAll(/\r\n?/g, '\n') }
  } catch {
    // The bytes are invalid in this encoding, or the file was deleted after the user chose it.
    return { outcome: 'unreadable' }
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** True if the text has control characters. Form feeds (\x0c) are allowed, because old text files contain them. */
function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  return /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(text)
}
