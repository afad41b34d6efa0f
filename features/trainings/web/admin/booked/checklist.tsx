import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { useFocusAfterRemoval } from '../../../../../core/web/admin/focus-after-removal.ts'
import { byId, Rows } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../../core/web/ui/check-box.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { trainingLimits } from '../../../contract/training-fields.ts'
import {
  type Training,
  type TrainingTask,
  trainingTaskCreate,
  trainingTaskDelete,
  trainingTaskUpdate,
} from '../../../contract/trainings.ts'
import { useTrainingChange } from './training-actions.tsx'

const failure = 'Couldn’t change the checklist'

/** Tasks to prepare a training */
export function Checklist({ training, isLocked }: { training: Training; isLocked: boolean }) {
  const { tasks } = training
  const { isDone, check } = useChecks(training)
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(tasks)
  /** Tasks that were removed. Others can be removed before the server has responded. */
  const removed = useRef(new Set<number>())
  const removing = useApiMutation(trainingTaskDelete, {
    failure,
    isParallel: true,
    alwaysInvalidates,
    onSuccess: (changed) => show(changed),
    onError(_, { params: { task } }) {
      removed.current.delete(Number(task))
      focusAfter(undefined)
    },
  })

  function remove(task: TrainingTask, pressed: Element) {
    if (removed.current.has(task.id)) return
    removed.current.add(task.id)
    focusAfter(pressed)
    removing.run({ params: { id: training.id, task: task.id } })
  }

  return (
    <Section id="checklist" title="Checklist" level={3} headline={headline} className="training-aside">
      <p className="form-note" role="status">
        {tasks.length === 0
          ? 'Nothing to prepare yet.'
          : `${tasks.filter(isDone).length} of ${tasks.length} done`}
      </p>
      <Rows className="training-tasks" ref={rows} rows={tasks} keyOf={byId}>
        {(task) => (
          <>
            <Task
              task={task}
              isDone={isDone(task)}
              isLocked={isLocked}
              onCheck={(isDone) => check(task, isDone)}
            />
            {!isLocked && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove “${task.text.slice(0, 40)}”`}
                data-removes=""
                onClick={(event) => remove(task, event.currentTarget)}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </>
        )}
      </Rows>
      {!isLocked && <NewTask training={training} />}
    </Section>
  )
}

/**
 * Shows a check mark at once. It is kept beside the query, because a response of the query that is still on its way does
 * not know about it.
 */
function useChecks(training: Training) {
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const [checks, setChecks] = useState<ReadonlyMap<number, boolean>>(new Map())
  const dropCheck = (task: number | string) =>
    setChecks((before) => new Map([...before].filter(([id]) => id !== Number(task))))
  const checking = useApiMutation(trainingTaskUpdate, {
    failure,
    isParallel: true,
    alwaysInvalidates,
    onSuccess(changed, { params: { task } }) {
      show(changed)
      dropCheck(task)
    },
    onError: (_, { params: { task } }) => dropCheck(task),
  })
  return {
    isDone: ({ id, doneAt }: TrainingTask) => checks.get(id) ?? doneAt !== null,
    check({ id }: TrainingTask, isDone: boolean) {
      setChecks((before) => new Map(before).set(id, isDone))
      checking.run({ params: { id: training.id, task: id }, body: { isDone } })
    },
  }
}

function NewTask({ training }: { training: Training }) {
  const [text, setText] = useState('')
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy, problem } = useApiMutation(trainingTaskCreate, {
    isChecked: true,
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed)
      setText('')
    },
  })
  useUnsavedQuestion(text.trim() !== '' && !busy)
  return (
    <Form onSubmit={() => run({ params: { id: training.id }, body: { text } })}>
      <InputField
        label="New item"
        dir="auto"
        autoComplete="off"
        maxLength={trainingLimits.task}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SubmitButton busy={busy} label="Add to checklist" busyLabel="Adding..." isSmall />
    </Form>
  )
}

type TaskProps = {
  task: TrainingTask
  isDone: boolean
  isLocked: boolean
  onCheck: (isDone: boolean) => void
}

function Task({ task: { text, doneAt, doneBy }, isDone, isLocked, onCheck }: TaskProps) {
  return (
    <div>
      <CheckBox
        checked={isDone}
        disabled={isLocked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      >
        <span dir="auto">{text}</span>
      </CheckBox>
      {isDone && doneAt && (
        <p className="form-note">
          {doneBy && (
            <>
              <bdi>{doneBy}</bdi>,{' '}
            </>
          )}
          {formatRecent(doneAt)}
        </p>
      )}
    </div>
  )
}
