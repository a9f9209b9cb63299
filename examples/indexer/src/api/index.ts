import { Hono } from 'hono'
import { graphql } from 'ponder'
import { db } from 'ponder:api'
import schema from 'ponder:schema'

export default new Hono().use('/graphql', graphql({ db, schema }))
