import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { mayClose, useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { SelectField } from '../../../../../core/web/ui/field.tsx'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import { trainersQuery } from '../../../../calendar/web/admin/calendar-state.ts'
import type { Training } from '../../../contract/trainings.ts'
import { DayPicker, firstSunday } from '../offers/day-picker.tsx'
import { TrainerOptions } from '../offers/offer-fields.tsx'
import { wishesQuery } from '../training-queries.ts'
import { useTakenDays } from '../use-taken-days.ts'
import { ReasonField, useMove } from './training-actions.tsx'

type MoveTrainingProps = { training: Training; today: string; onClose: () => void }

export function MoveTraining(props: MoveTrainingProps) {
  const words = { failure: 'The form couldn’t be opened.', waiting: 'Opening the form...' }
  const { data, notLoaded } = useLoaded({ ...trainersQuery, staleTime: 0 }, words)
  return data ? <MoveForm {...props} trainers={data} /> : notLoaded
}

function MoveForm({ training, today, onClose, trainers }: MoveTrainingProps & { trainers: Trainer[] }) {
  const { day, trainerId, version } = training
  const [initialDays] = useState(() => (day > today ? [day] : []))
  const [days, setDays] = useState(initialDays)
  const initialTrainer = String(training.trainerIsActive ? trainerId : '')
  const [chosenTrainer, setTrainer] = useState(initialTrainer)
  const [reason, setReason] = useState('')
  const [start, setStart] = useState(() => firstSunday(today, days, null))
  const [mistakes, setMistakes] = useState<{ day?: string; trainer?: string }>({})
  const taken = useTakenDays({
    trainerId: chosenTrainer,
    start,
    isOwn: ({ trainingId }) => trainingId === training.id,
  })
  const plan = useQuery({ ...wishesQuery(training.entryId ?? 0), enabled: training.entryId !== null })
  const { run, busy, problem } = useMove(training, { onMoved: onClose })
  const isChanged = days[0] !== day || Number(chosenTrainer) !== trainerId
  const isDirty = days[0] !== initialDays[0] || chosenTrainer !== initialTrainer || reason !== ''
  useUnsavedQuestion(isDirty && !busy)

  function move() {
    const [next] = days
    const found = findMistakes(next, isChanged, chosenTrainer)
    setMistakes(found)
    if (next === undefined || Object.keys(found).length > 0)
      return document.getElementById(found.trainer ? 'move-trainer' : 'move-day')?.focus()
    run({
      params: { id: training.id },
      body: { day: next, trainerId: Number(chosenTrainer), reason, version },
    })
  }

  return (
    <Form className="form offer-form" onSubmit={move}>
      {/* The message is above the fields and may be out of view. */}
      {problem && (
        <Notice key={problem} tone="problem" ref={focusOnMount}>
          Not moved. {problem}
        </Notice>
      )}
      <SelectField
        id="move-trainer"
        label="Trainer"
        value={chosenTrainer}
        error={mistakes.trainer}
        onChange={(event) => setTrainer(event.currentTarget.value)}
      >
        {chosenTrainer === '' && <option value="">Choose a trainer</option>}
        <TrainerOptions trainers={trainers.filter(({ isActive }) => isActive)} />
      </SelectField>
      <DayPicker
        id="move-day"
        legend="New day"
        hint={`Now: ${formatWeekday(day)}. The client and the trainer get an email with the new day.`}
        max={1}
        chosen={days}
        today={today}
        wishes={plan.data?.answers ?? null}
        taken={taken}
        start={start}
        error={mistakes.day}
        onShow={setStart}
        onChange={setDays}
      />
      <ReasonField reason={reason} onChange={setReason} />
      <div className="settings-save form-actions">
        <SubmitButton busy={busy} label="Move the training" busyLabel="Moving..." />
        <QuietButton onClick={() => mayClose(isDirty) && onClose()}>Cancel</QuietButton>
      </div>
    </Form>
  )
}

const findMistakes = (next: string | undefined, isChanged: boolean, trainer: string) => ({
  ...(!isChanged && { day: 'Choose another day or another trainer.' }),
  ...(next === undefined && { day: 'Choose a day.' }),
  ...(trainer === '' && { trainer: 'Choose a trainer.' }),
})
