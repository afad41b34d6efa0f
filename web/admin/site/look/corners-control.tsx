import type { Corners, lookFields } from '../../../../contracts/look/look.ts'
import type { ControlProps } from '../field-path.ts'
import { LookChoices } from './look-choices.tsx'

/** Radius of the drawn corner of each choice, in a drawing 44 wide */
const samples: Record<Corners, number> = { square: 0, slight: 6, soft: 12, round: 22 }

export function CornersControl({ field, ...rest }: ControlProps<typeof lookFields.corners, Corners>) {
  return (
    <LookChoices
      label={field.label}
      className="corner-choices"
      options={Object.keys(field.options) as Corners[]}
      {...rest}
    >
      {(id) => (
        <>
          <svg viewBox="0 0 44 30" aria-hidden="true">
            <path
              d={`M2 30V${2 + samples[id]}a${samples[id]} ${samples[id]} 0 0 1 ${samples[id]}-${samples[id]}H44`}
            />
          </svg>
          {field.options[id]}
        </>
      )}
    </LookChoices>
  )
}
