import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { rights, whoMay } from '../../../../../core/contract/roles.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../../core/web/admin/history.ts'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { Button, QuietButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { describeEnd } from '../../../contract/offer-end.ts'
import { type Offer, offerDelete, offerExtend, offerSend, offerWithdraw } from '../../../contract/offers.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { useSentToast } from '../sent-by-hand.tsx'
import { offerQuery, showOffer, trainingKeys } from '../training-queries.ts'
import { RecordAnswer } from './record-answer.tsx'

/** Id of the headline of an open offer. It gets the focus when the clicked button is gone. */
export const offerTitleId = 'offer-title'

/** True if the person can't get another offer, because this one isn't over yet */
export const isOpen = ({ status }: Offer) =>
  status === 'draft' || status === 'sent' || status === 'other-days'

export const editUrl = (id: number) => `${trainingPaths.adminOffer(id)}&edit=1`

export function OfferActions({ offer }: { offer: Offer }) {
  const mayChange = useMay('manageDays')
  const { trainingId } = offer
  return (
    <>
      <div className="form-actions">
        {mayChange && <Changes offer={offer} />}
        {trainingId !== null && (
          <ScreenLink className="btn" href={trainingPaths.adminTraining(trainingId)}>
            Open the booked day
          </ScreenLink>
        )}
      </div>
      {!mayChange && <p className="form-note">{whoMay[rights.manageDays]}</p>}
    </>
  )
}

function Changes({ offer }: { offer: Offer }) {
  const { id, status, entryId, trainingId } = offer
  return (
    <>
      {status === 'draft' && (
        <>
          <SendOffer offer={offer} />
          <ScreenLink className="btn btn-quiet" href={editUrl(id)}>
            <Pencil aria-hidden="true" /> Edit
          </ScreenLink>
          <Answer offer={offer} Look={QuietButton} label="Book a day" />
          <DeleteDraft offer={offer} />
        </>
      )}
      {status === 'sent' && (
        <>
          <Answer offer={offer} Look={Button} label="Record an answer" />
          <ScreenLink className="btn btn-quiet" href={editUrl(id)}>
            <Pencil aria-hidden="true" /> Correct
          </ScreenLink>
          <Extend offer={offer} />
          <Withdraw offer={offer} />
        </>
      )}
      {!isOpen(offer) && trainingId === null && (
        <ScreenLink className="btn" href={trainingPaths.adminNewOffer(entryId)}>
          <CalendarPlus aria-hidden="true" /> Offer other days
        </ScreenLink>
      )}
    </>
  )
}

/** Runs a request that changes the offer, and shows the changed offer. */
function useOfferAction(
  offer: Offer,
  send: (params: { id: number }) => Promise<Offer>,
  { failure, onDone }: { failure: string; onDone: (changed: Offer) => void },
) {
  const queries = useQueryClient()
  return useApiMutation(() => send({ id: offer.id }), {
    failure,
    // A refusal usually means that the client has answered in the meantime.
    alwaysInvalidates: [...trainingKeys, offerQuery(offer.id).queryKey],
    onSuccess(changed) {
      showOffer(queries, changed)
      onDone(changed)
    },
    onReloaded: focusTitle,
  })
}

const focusTitle = () => document.getElementById(offerTitleId)?.focus()

function SendOffer({ offer }: { offer: Offer }) {
  const announceSent = useSentToast()
  const { run, busy } = useOfferAction(offer, (params) => call(offerSend, { params }), {
    failure: 'Couldn’t send the offer',
    onDone: ({ name }) => announceSent(name),
  })
  return (
    <Button busy={busy} onClick={() => run()}>
      <Send aria-hidden="true" /> {busy ? 'Sending...' : 'Send offer'}
    </Button>
  )
}

function Extend({ offer }: { offer: Offer }) {
  const extend = (params: { id: number }) => call(offerExtend, { params, body: { version: offer.version } })
  const { run, busy } = useOfferAction(offer, extend, {
    failure: 'Couldn’t extend the offer',
    onDone: (changed) => showToast({ title: `Valid ${describeEnd(changed)}`, description: changed.name }),
  })
  return (
    <QuietButton busy={busy} onClick={() => run()}>
      Extend by a week
    </QuietButton>
  )
}

/** Withdraws an offer. Only one that the client can still accept is asked about, because they are told. */
export function Withdraw({ offer }: { offer: Offer }) {
  const [asking, setAsking] = useState(false)
  const { run, busy } = useOfferAction(offer, (params) => call(offerWithdraw, { params }), {
    failure: 'Couldn’t withdraw the offer',
    onDone: ({ name }) => showToast({ title: 'Offer withdrawn', description: name }),
  })
  return (
    <>
      <TextButton busy={busy} onClick={() => (offer.status === 'sent' ? setAsking(true) : run())}>
        <Undo2 aria-hidden="true" /> Withdraw
        {offer.status === 'sent' && '...'}
      </TextButton>
      {asking && (
        <AskDialog
          title={`Withdraw the offer to ${offer.name}?`}
          yes="Withdraw"
          no="Keep"
          onYes={() => run()}
          onClose={() => setAsking(false)}
        >
          <p>The days are free again, and {offer.name} can’t accept them any more. This can’t be undone.</p>
        </AskDialog>
      )}
    </>
  )
}

function DeleteDraft({ offer }: { offer: Offer }) {
  const queries = useQueryClient()
  const { run, busy } = useApiMutation(offerDelete, {
    failure: 'Couldn’t delete the draft',
    onSuccess() {
      showToast({ title: 'Draft deleted', description: offer.name })
      replaceUrl(trainingPaths.adminTab('offers'))
      queries.removeQueries(offerQuery(offer.id))
    },
    alwaysInvalidates: trainingKeys,
  })
  return (
    <TextButton busy={busy} onClick={() => run({ params: { id: offer.id } })}>
      <Trash2 aria-hidden="true" /> Delete draft
    </TextButton>
  )
}

function Answer({ offer, Look, label }: { offer: Offer; Look: typeof Button; label: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Look onClick={() => setIsAsking(true)}>{label}</Look>
      {isAsking && <RecordAnswer offer={offer} onRecorded={focusTitle} onClose={() => setIsAsking(false)} />}
    </>
  )
}
