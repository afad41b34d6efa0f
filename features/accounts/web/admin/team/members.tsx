import { useState } from 'react'
import { formatDate, formatRecent } from '../../../../../core/contract/format-date.ts'
import { roleLabels } from '../../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { QuietButton, SmallButton, SubmitButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import {
  type Member,
  memberAccessEnd,
  memberAccessRestore,
  memberRoleUpdate,
} from '../../../contract/team.ts'
import { RoleChoice } from './role-choice.tsx'
import { SignInHelp } from './sign-in-help.tsx'
import { teamQuery } from './team-query.ts'

/** Users with their role and last sign-in, and buttons that change their role or access */
export function Members({ members }: { members: Member[] }) {
  return (
    <ul className="session-list">
      {members.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </ul>
  )
}

function MemberRow({ member }: { member: Member }) {
  const isYou = member.id === useCurrentUser().id
  return (
    <li>
      <div>
        <p>
          <strong dir="auto">{member.displayName}</strong>
          <span className="badge">{roleLabels[member.role]}</span>
          {isYou && <span className="tag">You</span>}
        </p>
        <MemberFacts member={member} />
      </div>
      {!isYou && <MemberActions member={member} />}
    </li>
  )
}

function MemberFacts({ member }: { member: Member }) {
  const { username, displayName, email, disabledAt, lastSignInAt, hasSecondFactor } = member
  const account = [
    ...(username === displayName ? [] : [`Signs in as ${username}`]),
    ...(email ? [email] : []),
    ...(hasSecondFactor ? ['Two-step sign-in'] : []),
  ]
  return (
    <>
      {account.length > 0 && <p className="field-hint">{account.join(' · ')}</p>}
      <p className="field-hint">
        {lastSignInAt ? `Last sign-in: ${formatRecent(lastSignInAt)}` : 'No sign-in yet'}
        {disabledAt && ` · Access ended ${formatDate(disabledAt)}`}
      </p>
    </>
  )
}

function MemberActions({ member }: { member: Member }) {
  const { id, displayName, disabledAt } = member
  const [open, setOpen] = useState<'role' | 'help' | 'end'>()
  const shared = {
    failure: 'That didn’t work.',
    alwaysInvalidates: [teamQuery.queryKey],
    // The row moves to another list, together with the clicked button.
    onReloaded: () => document.getElementById('members')?.focus(),
  }
  const ending = useApiMutation(memberAccessEnd, {
    ...shared,
    onSuccess: () => showToast({ title: 'Access ended', description: displayName }),
  })
  const restoring = useApiMutation(memberAccessRestore, {
    ...shared,
    onSuccess: () => showToast({ title: 'Access is back', description: displayName }),
  })
  const params = { id }
  if (disabledAt)
    return (
      <SmallButton onClick={() => restoring.run({ params })}>
        Give access back<span className="sr-only"> to {displayName}</span>
      </SmallButton>
    )
  return (
    <div className="form-actions">
      <SmallButton onClick={() => setOpen('role')}>
        Change role<span className="sr-only"> of {displayName}</span>
      </SmallButton>
      <SmallButton onClick={() => setOpen('help')}>
        Help sign in<span className="sr-only"> {displayName}</span>
      </SmallButton>
      <TextButton onClick={() => setOpen('end')}>
        End access...<span className="sr-only"> of {displayName}</span>
      </TextButton>
      {open === 'role' && <ChangeRoleDialog member={member} onClose={() => setOpen(undefined)} />}
      {open === 'help' && <SignInHelp member={member} onClose={() => setOpen(undefined)} />}
      {open === 'end' && (
        <AskDialog
          title={`End the access of ${displayName}?`}
          yes="End access"
          onYes={() => ending.run({ params })}
          onClose={() => setOpen(undefined)}
        >
          <p>
            They’re signed out everywhere right away. Their API tokens, their preview links, and the links
            with which they invited colleagues stop working; links of guest authors keep working. Everything
            they wrote stays, under their name, and a draft they’re writing now is kept as of its last
            automatic save. You can give access back at any time.
          </p>
        </AskDialog>
      )}
    </div>
  )
}

function ChangeRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState(member.role)
  const { run, busy, problem } = useApiMutation(memberRoleUpdate, {
    alwaysInvalidates: [teamQuery.queryKey],
    onSuccess(changed) {
      showToast({ title: `Role: ${roleLabels[changed.role]}`, description: changed.displayName })
      onClose()
    },
  })
  return (
    <Modal title={`Role of ${member.displayName}`} onClose={onClose}>
      <Form onSubmit={() => run({ params: { id: member.id }, body: { role } })}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <RoleChoice value={role} onChange={setRole} />
        <p className="form-note">The new role counts right away, wherever they’re signed in.</p>
        <div className="form-actions">
          <SubmitButton busy={busy} label="Save role" busyLabel="Saving..." />
          <QuietButton onClick={onClose}>Cancel</QuietButton>
        </div>
      </Form>
    </Modal>
  )
}
