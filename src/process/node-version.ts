/** Ends the process with a sentence if Node.js is too old. It uses nothing that older versions do not have, and is imported first. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `The service needs Node.js 24, and this is ${process.versions.node}. \`npm start\` uses the one that \`npm ci\` installs.\n`,
  );
  process.exit(1);
}
