import { type SecondFactor, secondFactorRead } from '../../../../contracts/second-factor.ts'
import { queryKeyOf } from '../../api.ts'

export type FactorSectionProps = {
  factor: SecondFactor
  /** Tells the user what was done, and shows the recovery codes that were made along with it */
  onDone: (message: string, codes: string[] | null) => void
}

export const secondFactorKey = queryKeyOf(secondFactorRead)
