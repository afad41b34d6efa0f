import { useState } from 'react'
import { roleLabels } from '../../../../contracts/roles.ts'
import { type Member, memberRoleUpdate } from '../../../../contracts/team.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { RoleChoice } from './role-choice.tsx'
import { teamQuery } from './team-query.ts'

export function ChangeRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
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
          <Button type="submit" busy={busy}>
            {busy ? 'Saving...' : 'Save role'}
          </Button>
          <QuietButton onClick={onClose}>Cancel</QuietButton>
        </div>
      </Form>
    </Modal>
  )
}
