import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatTimeZone } from '../../../../core/contract/format-date.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { ZoneOptions } from '../../../../core/web/admin/zone-options.tsx'
import { Options, SelectField } from '../../../../core/web/ui/field.tsx'
import type { TrainingFormat } from '../../contract/training-fields.ts'
import { trainingZoneRead } from '../../contract/trainings.ts'

type Where = { format: TrainingFormat; place: string }
/** A saved offer or training. Its zone counts as long as its place stays. */
type Saved = Where & { timeZone: string | null }

/** `zone`: that of the place, null if it does not decide, undefined until it is known */
export type PlaceZone = { zone: string | null | undefined; choices: string[] }

/** Ms between the last change of the place and the request */
const typingDelay = 250

/** Asks the server for the time zone of a place while it is typed. */
export function usePlaceZone({ format, place }: Where, saved?: Saved): PlaceZone {
  const [settled, setSettled] = useState(place)
  const isSaved = Boolean(saved?.timeZone) && saved?.format === format && saved.place === place.trim()
  const { data } = useQuery({
    ...apiQuery(trainingZoneRead, { query: { format, place: settled } }),
    enabled: !isSaved,
  })

  // Debounced, because each lookup is a request.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(place), typingDelay)
    return () => clearTimeout(timer)
  }, [place])

  if (isSaved) return { zone: saved?.timeZone, choices: [] }
  return settled === place && data
    ? { zone: data.timeZone, choices: data.choices }
    : { zone: undefined, choices: [] }
}

type ZoneFieldProps = Omit<Parameters<typeof SelectField>[0], 'children' | 'hint'> & {
  /** Empty for the zone of the place */
  chosen: string
  ofPlace: PlaceZone
}

/** Chooses the time zone of a training. Unless one is chosen, it is that of the place, whatever the place becomes. */
export function ZoneField({ chosen, ofPlace: { zone, choices }, ...field }: ZoneFieldProps) {
  const isOpen = zone === null
  return (
    <SelectField
      {...field}
      // The browser would choose another option when the chosen one moves to the other list.
      value={chosen}
      hint={
        isOpen && chosen === ''
          ? 'Two time zones are possible at this place.'
          : 'The hours are in this time zone. It follows the place until you choose another.'
      }
    >
      <option value="">
        {zone ? formatTimeZone(zone) : isOpen ? 'Choose a time zone' : 'Looking up the place...'}
      </option>
      {isOpen && <Options of={choices.map((choice) => [choice, formatTimeZone(choice)])} />}
      <optgroup label="Other time zones">
        <ZoneOptions chosen={isOpen && choices.includes(chosen) ? '' : chosen} />
      </optgroup>
    </SelectField>
  )
}
