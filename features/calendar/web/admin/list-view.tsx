import { useState } from 'react'
import { describeDays } from '../../../../core/contract/calendar-days.ts'
import { formatWeekday } from '../../../../core/contract/format-date.ts'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { ListStates, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { mayClose } from '../../../../core/web/admin/use-leave-guard.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type AheadRow, blockedDaysDelete, calendarAhead, dayStateLabels } from '../../contract/calendar.ts'
import { BlockForm } from './block-form.tsx'
import { calendarKeys, isChangeable, type TrainerChoice, trainersOf } from './calendar-state.ts'
import { PromiseLink } from './day-panel.tsx'

/** Everything ahead as a list, and a form that blocks days */
export function ListView({ choice }: { choice: TrainerChoice }) {
  const list = useListPage(calendarAhead, { query: trainersOf(choice.chosen?.id) })
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(list.data)
  return (
    <div className="ahead-view">
      <Section id="ahead" title="Ahead" level={3} headline={headline}>
        <ListStates
          of="days ahead"
          list={list}
          empty={<p>Nothing is blocked, held, or booked. All days ahead are free.</p>}
        >
          <Rows ref={rows} className="ahead-list" rows={list.rows} keyOf={keyOf}>
            {(row) => <AheadItem row={row} choice={choice} onRemove={focusAfter} />}
          </Rows>
        </ListStates>
      </Section>
      {choice.changeable.length > 0 && (
        <Section id="block-days" title="Block days" level={3}>
          <BlockForm choice={choice} />
        </Section>
      )}
    </div>
  )
}

const keyOf = (row: AheadRow) =>
  row.kind === 'blocked' ? `block ${row.id}` : `${row.trainerId} ${row.firstDay}`

type AheadItemProps = {
  row: AheadRow
  choice: TrainerChoice
  onRemove: (pressed: Element | undefined) => void
}

function AheadItem({ row, choice, onRemove }: AheadItemProps) {
  const trainer = choice.chosen ? undefined : choice.trainers.find(({ id }) => id === row.trainerId)?.name
  const state = row.kind === 'blocked' ? row.kind : row.state
  return (
    <article className="ahead-row">
      <div>
        <p>
          <strong>{row.kind === 'blocked' ? describeDays(row) : formatWeekday(row.firstDay)}</strong>
        </p>
        <p>
          <span className={`badge badge-${state}`}>{dayStateLabels[state]}</span>{' '}
          {row.kind === 'promised' && row.what && <span className="tag">{row.what}</span>} {trainer}
        </p>
        {row.kind === 'promised' ? (
          <PromiseLink promise={row} choice={choice} />
        ) : (
          row.reason !== '' && <p dir="auto">{row.reason}</p>
        )}
      </div>
      {row.kind === 'blocked' && isChangeable(choice, row.trainerId) && (
        <BlockActions row={row} choice={choice} onRemove={onRemove} />
      )}
    </article>
  )
}

type BlockActionsProps = Omit<AheadItemProps, 'row'> & { row: AheadRow & { kind: 'blocked' } }

function BlockActions({ row, choice, onRemove }: BlockActionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const { run, busy } = useApiMutation(blockedDaysDelete, {
    failure: 'The days weren’t unblocked.',
    alwaysInvalidates: calendarKeys,
    onSuccess: () => showToast({ title: 'Unblocked' }),
  })

  function open() {
    setDirty(false)
    setIsOpen(true)
  }

  const what = <span className="sr-only"> {describeDays(row)}</span>
  return (
    <p className="form-actions">
      {row.fileId === null && <TextButton onClick={open}>Edit{what}</TextButton>}
      <TextButton
        data-removes
        busy={busy}
        onClick={({ currentTarget }) => {
          onRemove(currentTarget)
          run({ params: { id: row.id } })
        }}
      >
        Unblock{what}
      </TextButton>
      {isOpen && (
        <Modal title="Change blocked days" onClose={() => mayClose(isDirty) && setIsOpen(false)}>
          <BlockForm
            choice={choice}
            block={row}
            onSaved={() => setIsOpen(false)}
            onDirty={() => setDirty(true)}
          />
        </Modal>
      )}
    </p>
  )
}
