import pg from 'pg'
import { StartError } from '../../env/start-error.ts'
import type { Connection } from '../pool.ts'

/** The turn of whoever backs up. */
export type BackupTurn = {
  /**
   * Has the server write all databases as they are at its end, with the log of writing that belongs to them, to
   * `base.tar.gz` in `folder`, an absolute path that does not exist yet; people go on working meanwhile.
   */
  copyCluster(folder: string): Promise<void>
  end(): Promise<void>
}

/** The turn: gone with the connection, however that ends. */
const SLOT = 'lulus_backup'
/** It keeps the log that the copy will need, for as long as that is written. */
const LOG_SLOT = 'lulus_backup_log'

const DUPLICATE_OBJECT = '42710'

/** Takes the turn; throws a StartError while another backup of this server is under way. */
export const takeBackupTurn = async (connection: Connection): Promise<BackupTurn> => {
  const client = new pg.Client({ ...connection, ...REPLICATING })
  // What breaks the connection fails the statement as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`CREATE_REPLICATION_SLOT ${SLOT} TEMPORARY PHYSICAL`)
  } catch (error) {
    await client.end()
    if (error instanceof pg.DatabaseError && error.code === DUPLICATE_OBJECT)
      throw new StartError('Another backup of this database is under way.', { cause: error })
    throw error
  }
  return {
    // https://www.postgresql.org/docs/18/protocol-replication.html, BASE_BACKUP
    copyCluster: async (folder) => {
      await client.query(`CREATE_REPLICATION_SLOT ${LOG_SLOT} TEMPORARY PHYSICAL (RESERVE_WAL)`)
      await client.query(
        `BASE_BACKUP (LABEL 'lulus', TARGET 'server', TARGET_DETAIL ${pg.escapeLiteral(folder)},
          CHECKPOINT 'fast', WAL true, COMPRESSION 'gzip')`,
      )
      // The turn may last for hours more, while files are copied.
      await client.query(`DROP_REPLICATION_SLOT ${LOG_SLOT}`)
    },
    end: () => client.end(),
  }
}

/** pg hands it to the server as it stands; its types do not know it. */
const REPLICATING: pg.ClientConfig & { replication: string } = {
  application_name: 'lulus backup',
  replication: 'true',
}
