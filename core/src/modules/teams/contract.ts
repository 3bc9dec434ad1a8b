import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdList, IdParams, Moment } from '../../platform/http/shapes.ts'

/** People who belong together; it decides nothing about tickets. */
export const Team = Type.Object({
  id: Id,
  name: Type.String(),
  isActive: Type.Boolean(),
  /** By name. */
  users: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Team = Static<typeof Team>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const TeamCreate = Type.Object({
  name: Name,
  isActive: Type.Optional(Type.Boolean()),
  users: Type.Optional(IdList),
})
export type TeamCreate = Static<typeof TeamCreate>

/** `users` replaces the members. */
export const TeamUpdate = Type.Partial(TeamCreate)
export type TeamUpdate = Static<typeof TeamUpdate>

export const teamsContract = defineContract('teams', {
  list: {
    method: 'GET',
    path: '/teams',
    auth: 'user',
    summary: 'Teams with their members, by name.',
    response: Type.Array(Team),
  },
  create: {
    method: 'POST',
    path: '/teams',
    auth: 'admin',
    summary: 'Creates a team.',
    body: TeamCreate,
    response: Team,
    errors: ['ERR_TEAM_NAME_EXISTS', 'ERR_NO_USER_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/teams/{id}',
    auth: 'admin',
    summary: 'Changes a team.',
    params: IdParams,
    body: TeamUpdate,
    response: Team,
    errors: ['ERR_NO_TEAM_FOUND', 'ERR_TEAM_NAME_EXISTS', 'ERR_NO_USER_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/teams/{id}',
    auth: 'admin',
    summary: 'Deletes a team; its members stay.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_TEAM_FOUND'],
  },
})
