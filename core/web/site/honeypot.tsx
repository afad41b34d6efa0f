import { honeypotField } from '../../contract/form-fields.ts'

/** A hidden field that only bots fill in. Its label is for people whose browser shows it. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this field blank
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
