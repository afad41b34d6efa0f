import { type FontPair, fontPairIds, fontPairs, type lookFields } from '../../../../contracts/look/look.ts'
import { type ControlProps, idOf } from '../field-path.ts'

/** Chooses a pair of typefaces. Each is shown in its own fonts. */
export function FontPairControl({
  field,
  value,
  path,
  onChange,
}: ControlProps<typeof lookFields.fontPair, FontPair>) {
  return (
    <fieldset className="field-group" id={idOf(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      <div className="font-pairs">
        {fontPairIds.map((id) => {
          const { name, about, headlines, text } = fontPairs[id]
          return (
            <label key={id} className="look-choice" data-fonts={id}>
              <input
                type="radio"
                name={idOf(path)}
                value={id}
                checked={value === id}
                onChange={() => onChange(id)}
              />
              <span className="font-sample">{name}</span>
              <span className="font-about">{about}</span>
              <small>
                {headlines} and {text}
              </small>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
