import { CopyButton } from '../../ui/copy-button.tsx'
import { InputField } from '../../ui/field.tsx'

/** A link in a text field with a copy button. The user can also select the text if the browser refuses to copy. */
export function LinkToCopy({ name, link, button }: { name: string; link: string; button: string }) {
  return (
    <div className="invite-link-row">
      <InputField
        label={`Link for ${name}`}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label={button} text={() => link} />
    </div>
  )
}
