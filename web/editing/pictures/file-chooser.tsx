import { ImagePlus } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { pictureTypes } from '../../../contracts/media.ts'
import { Button } from '../../ui/button.tsx'

type FileChooserProps = { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void }

/** A drop zone with a button that opens the file picker */
export function FileChooser({ ref, onFiles }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the mouse; the button does the same
    <div
      className={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <ImagePlus aria-hidden="true" />
      <p>
        <Button ref={ref} onClick={() => input.current?.click()}>
          Choose an image
        </Button>
      </p>
      <p className="field-hint">Or drop one here. JPEG, PNG, WebP, GIF, or AVIF, up to 25 MB.</p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Image file"
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Lets the user choose the same file again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
