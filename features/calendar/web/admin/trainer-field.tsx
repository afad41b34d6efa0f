import { Options, SelectField } from '../../../../core/web/ui/field.tsx'
import type { TrainerChoice } from './calendar-state.ts'

/** Chooses whose days a form changes, if there is more than one trainer to choose from. */
export function TrainerField({ choice: { changeable } }: { choice: TrainerChoice }) {
  if (changeable.length < 2) return null
  return (
    <SelectField label="Trainer" name="trainer">
      <Options of={changeable.filter(({ isActive }) => isActive).map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

/** The id of the trainer whose days the form changes */
export function readTrainer(typed: FormData, { changeable }: TrainerChoice): number {
  return changeable.length < 2 ? (changeable[0]?.id ?? 0) : Number(typed.get('trainer'))
}
