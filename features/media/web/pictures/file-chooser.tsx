import { FileUp } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { Button } from '../../../../core/web/ui/button.tsx'

type FileChooserProps = {
  ref: Ref<HTMLButtonElement>
  button: string
  hint: string
  /** Name of the file field */
  label: string
  /** Types that the file picker offers */
  accept: string
  /** True if several files may be chosen at once */
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A drop zone with a button that opens the file picker */
export function FileChooser({ ref, button, hint, label, accept, multiple, onFiles }: FileChooserProps) {
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
      <FileUp aria-hidden="true" />
      <p>
        <Button ref={ref} onClick={() => input.current?.click()}>
          {button}
        </Button>
      </p>
      <p className="field-hint">{hint}</p>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Lets the user choose the same file again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
