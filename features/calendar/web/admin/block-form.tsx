import { useId, useState } from 'react'
import { weekFromSunday } from '../../../../core/contract/calendar-days.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../core/web/admin/use-leave-guard.ts'
import { call } from '../../../../core/web/api.ts'
import { SubmitButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { ErrorText, InputField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  blockedDaysCreate,
  blockedDaysUpdate,
  blockMistake,
  calendarLimits,
  type SavedBlock,
} from '../../contract/calendar.ts'
import { calendarKeys, type TrainerChoice } from './calendar-state.ts'
import { readTrainer, TrainerField } from './trainer-field.tsx'

type BlockFormProps = {
  choice: TrainerChoice
  /** The blocked days to change; undefined to block new ones */
  block?: SavedBlock
  onSaved?: () => void
  /** Called when something is typed or chosen */
  onDirty?: () => void
}

const kinds = { days: 'One day or several in a row', weekdays: 'Weekdays that repeat' }
type Kind = keyof typeof kinds
type Typed = Omit<SavedBlock, 'id' | 'fileId'>
type Mistakes = { firstDay?: string | undefined; lastDay?: string | undefined; weekdays?: string | undefined }

/** Blocks a day, a range, or weekdays; or changes what is blocked. */
export function BlockForm({ choice, block, onSaved, onDirty }: BlockFormProps) {
  const [kind, setKind] = useState<Kind>(block && block.weekdays.length > 0 ? 'weekdays' : 'days')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  // A new key empties the fields.
  const [round, setRound] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const { run, busy, problem } = useApiMutation(
    ({ trainerId, ...body }: Typed) =>
      block
        ? call(blockedDaysUpdate, { params: { id: block.id }, body })
        : call(blockedDaysCreate, { body: { trainerId, ...body } }),
    {
      invalidates: calendarKeys,
      onSuccess() {
        setRound(round + 1)
        setDirty(false)
        showToast({ title: block ? 'Changed' : 'Blocked' })
        onSaved?.()
      },
    },
  )
  useUnsavedQuestion(isDirty && !busy)

  function changed() {
    setDirty(true)
    onDirty?.()
  }

  function submit(form: FormData) {
    const typed = readForm(form, kind, block?.trainerId ?? readTrainer(form, choice))
    const found = findMistakes(typed, kind)
    setMistakes(found)
    if (Object.keys(found).length === 0) run(typed)
  }

  return (
    <Form
      key={round}
      onSubmit={submit}
      onInput={changed}
      aria-label={block ? 'Change blocked days' : 'Block days'}
    >
      {problem && <Notice tone="problem">{problem}</Notice>}
      {!block && <TrainerField choice={choice} />}
      <KindChoice kind={kind} onChoose={setKind} />
      {kind === 'weekdays' && <Weekdays chosen={block?.weekdays ?? []} error={mistakes.weekdays} />}
      <div className="form-row">
        <InputField
          label={kind === 'days' ? 'First day' : 'From'}
          type="date"
          name="firstDay"
          defaultValue={block?.firstDay}
          error={mistakes.firstDay}
        />
        <InputField
          label={kind === 'days' ? 'Last day' : 'Until (optional)'}
          type="date"
          name="lastDay"
          defaultValue={block?.lastDay ?? ''}
          error={mistakes.lastDay}
          hint={kind === 'days' ? 'Leave it empty for one day.' : 'Leave it empty for no end.'}
        />
      </div>
      <ReasonField defaultValue={block?.reason} />
      <SubmitButton busy={busy} label={block ? 'Save' : 'Block these days'} busyLabel="Saving..." />
    </Form>
  )
}

export const ReasonField = ({ defaultValue }: { defaultValue?: string | undefined }) => (
  <InputField
    label="Reason (optional)"
    name="reason"
    dir="auto"
    autoComplete="off"
    maxLength={calendarLimits.reason}
    defaultValue={defaultValue}
    hint="Your colleagues see it. Clients never do."
  />
)

function KindChoice({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const name = useId()
  return (
    <fieldset className="field-choice">
      <legend>Which days</legend>
      {(['days', 'weekdays'] as const).map((value) => (
        <label key={value} className="check">
          <input type="radio" name={name} checked={kind === value} onChange={() => onChoose(value)} />
          {kinds[value]}
        </label>
      ))}
    </fieldset>
  )
}

function Weekdays({ chosen, error }: { chosen: number[]; error: string | undefined }) {
  const errorId = useId()
  return (
    <fieldset className="field-choice weekday-choice" aria-describedby={error && errorId}>
      <legend>Every</legend>
      {weekFromSunday.map(([weekday, name]) => (
        <CheckBox
          key={weekday}
          name="weekday"
          value={weekday}
          defaultChecked={chosen.includes(weekday)}
          aria-invalid={error ? true : undefined}
        >
          {name}
        </CheckBox>
      ))}
      <ErrorText id={errorId} role="alert">
        {error}
      </ErrorText>
    </fieldset>
  )
}

function readForm(form: FormData, kind: Kind, trainerId: number): Typed {
  const firstDay = String(form.get('firstDay'))
  const lastDay = String(form.get('lastDay'))
  return {
    trainerId,
    firstDay,
    lastDay: lastDay || (kind === 'days' ? firstDay : null),
    weekdays: kind === 'weekdays' ? form.getAll('weekday').map(Number) : [],
    reason: String(form.get('reason')),
  }
}

function findMistakes(typed: Typed, kind: Kind): Mistakes {
  const missing = {
    ...(typed.firstDay === '' && { firstDay: 'Enter a date.' }),
    ...(kind === 'weekdays' && typed.weekdays.length === 0 && { weekdays: 'Choose at least one weekday.' }),
  }
  if (Object.keys(missing).length > 0) return missing
  const mistake = blockMistake(typed)
  return mistake ? { lastDay: mistake } : {}
}
