import { type FontPair, fontPairIds, fontPairs, type lookFields } from '../../../../contracts/look/look.ts'
import type { ControlProps } from '../field-path.ts'
import { LookChoices } from './look-choices.tsx'

export function FontPairControl({ field, ...rest }: ControlProps<typeof lookFields.fontPair, FontPair>) {
  return (
    <LookChoices label={field.label} className="font-pairs" options={fontPairIds} {...rest}>
      {(id) => {
        const { name, about, headlines, text } = fontPairs[id]
        return (
          <>
            <span className="font-sample">{name}</span>
            <span className="font-about">{about}</span>
            <small>
              {headlines} and {text}
            </small>
          </>
        )
      }}
    </LookChoices>
  )
}
