import type { Corners, lookFields } from '../../../../contracts/look/look.ts'
import { type ControlProps, idOf } from '../field-path.ts'

/** Radius of the drawn corner of each choice, in a drawing 44 wide */
const samples: Record<Corners, number> = { square: 0, slight: 6, soft: 12, round: 22 }

/** Chooses how round the corners of surfaces and buttons are. */
export function CornersControl({
  field,
  value,
  path,
  onChange,
}: ControlProps<typeof lookFields.corners, Corners>) {
  return (
    <fieldset className="field-group" id={idOf(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      <div className="corner-choices">
        {(Object.keys(field.options) as Corners[]).map((id) => (
          <label key={id} className="look-choice">
            <input
              type="radio"
              name={idOf(path)}
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
            />
            <svg viewBox="0 0 44 30" aria-hidden="true">
              <path
                d={`M2 30V${2 + samples[id]}a${samples[id]} ${samples[id]} 0 0 1 ${samples[id]}-${samples[id]}H44`}
              />
            </svg>
            {field.options[id]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
