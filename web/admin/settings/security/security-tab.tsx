import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorRead } from '../../../../contracts/second-factor.ts'
import { RecoveryCodeList } from '../../../accounts/recovery-code-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { apiQuery } from '../../api.ts'
import { useMay } from '../../current-user.ts'
import { LoadProblem } from '../../load-problem.tsx'
import type { SettingsTabProps } from '../settings-tab.ts'
import { AppSection } from './app-section.tsx'
import { CodesSection } from './codes-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PolicySection } from './policy-section.tsx'

export const secondFactorQuery = apiQuery(secondFactorRead)

/** The second step of the user's sign-in: passkeys, an authenticator app, and recovery codes */
export function SecurityTab({ names: [, siteName = ''] }: SettingsTabProps) {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const mayRequire = useMay('manageTeam')
  const [newCodes, setNewCodes] = useState<string[] | null>(null)

  if (error)
    return <LoadProblem what="Your security settings couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading...</p>
  const isOn = data.app !== null || data.passkeys.length > 0
  return (
    <>
      <p className="form-note">
        {isOn
          ? 'Two-step sign-in is on: your password alone doesn’t open your account.'
          : 'Two-step sign-in is off. Add a passkey or an app, so that your password alone doesn’t open your account.'}
      </p>
      <PasskeySection factor={data} onNewCodes={setNewCodes} />
      <AppSection factor={data} onNewCodes={setNewCodes} />
      {isOn && <CodesSection factor={data} onNewCodes={setNewCodes} />}
      {mayRequire && <PolicySection factor={data} />}
      {newCodes && <NewCodes codes={newCodes} siteName={siteName} onClose={() => setNewCodes(null)} />}
    </>
  )
}

type NewCodesProps = { codes: string[]; siteName: string; onClose: () => void }

function NewCodes({ codes, siteName, onClose }: NewCodesProps) {
  return (
    <Modal title="Your recovery codes" onClose={onClose}>
      <RecoveryCodeList codes={codes} siteName={siteName} />
      <div className="form-actions">
        <Button onClick={onClose}>I saved them</Button>
      </div>
    </Modal>
  )
}
