/** A zip with many empty files: all of them are the same one, by different names. */
export function crowded(entries: number): Buffer {
  const local = Buffer.alloc(30);
  local.write('PK\u0003\u0004', 'latin1');
  local.writeUInt16LE(10, 4);
  const directory = Buffer.alloc(entries * 54);
  for (let entry = 0; entry < entries; entry++) {
    const at = entry * 54;
    directory.write('PK\u0001\u0002', at, 'latin1');
    directory.writeUInt16LE(0x31e, at + 4);
    directory.writeUInt16LE(10, at + 6);
    directory.writeUInt16LE(8, at + 28);
    directory.write(entry.toString(36).padStart(8, 'n'), at + 46, 'latin1');
  }
  const end = Buffer.alloc(56 + 20 + 22, 0);
  end.write('PK\u0006\u0006', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(entries), at);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(local.length), 48);
  end.write('PK\u0006\u0007', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(local.length + directory.length), 64);
  end.writeUInt32LE(1, 72);
  end.write('PK\u0005\u0006', 76, 'latin1');
  end.fill(0xff, 84, 96);
  return Buffer.concat([local, directory, end]);
}
