import { honeypotField } from '../../contracts/form-fields.ts'

/** A field that people do not see: what fills it in is a machine. `label` is for people whose browser shows it. */
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
