import { appendFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

/** A mail server on port 25 that appends every mail to a file, for the first hour of an operator. */
const [, , path = ''] = process.argv;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.on('data', (chunk: Buffer) => appendFileSync(path, chunk)).on('end', () => done());
  },
});
server.listen(25, '127.0.0.1');
