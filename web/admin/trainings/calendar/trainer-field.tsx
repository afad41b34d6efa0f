import { SelectField } from '../../../ui/field.tsx'
import type { TrainerChoice } from './calendar-state.ts'

/** Chooses whose days a form changes. There is nothing to choose if the calendar shows one trainer. */
export function TrainerField({ choice: { trainers, chosen } }: { choice: TrainerChoice }) {
  if (chosen) return null
  return (
    <SelectField label="Trainer" name="trainer">
      {trainers
        .filter(({ isActive }) => isActive)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  )
}
