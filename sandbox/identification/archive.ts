import type { Handlers } from '../service/call.js'
import { notFound } from '../primitives/refusal.js'
import { renderIdentification } from './render.js'
import { found } from '../service/find.js'
import { settle } from '../onboarding/customer-state.js'

/** Archives an identification, after which its customer must be identified again, and reads its questionnaire. */
export const identificationRecordHandlers = {
  archiveIdentification: ({ service, partnerId, path }) => {
    const { store, clock } = service
    const record = found(store.identifications, partnerId, path.id, 'identification')
    const archived = { ...record, status: 'Archived' as const, updatedAt: clock() }
    store.identifications.save(archived)
    settle(service, found(store.customers, partnerId, record.customerId, 'customer'))
    return { status: 200, body: renderIdentification(store, archived) }
  },
  getIdentificationComplianceQuestionnaire: ({ service, partnerId, path }) => {
    const record = found(service.store.identifications, partnerId, path.id, 'identification')
    if (record.questionnaire === undefined) throw notFound('compliance questionnaire')
    const id = service.random.named(`questionnaire:${record.id}`)
    return { status: 200, body: { id, ...record.questionnaire } }
  },
} satisfies Handlers
