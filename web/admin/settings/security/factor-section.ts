import { type SecondFactor, secondFactorRead } from '../../../../contracts/second-factor.ts'
import { queryKeyOf } from '../../api.ts'

export type FactorSectionProps = {
  factor: SecondFactor
  /** Shows recovery codes that were just made */
  onNewCodes: (codes: string[] | null) => void
}

export const secondFactorKey = queryKeyOf(secondFactorRead)
