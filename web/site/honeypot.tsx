import { honeypotField } from '../../contracts/form-fields.ts'

/** A hidden field that only bots fill in. The `label` tells people whose browser shows the field to leave it blank. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        {label}
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
