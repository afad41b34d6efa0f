/** Maximum days between a deletion request and the deletion of account data. The privacy policy states this number. */
export const deletionDays = 30
