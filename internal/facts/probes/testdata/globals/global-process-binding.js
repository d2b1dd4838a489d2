// want: process.binding call "spawn_sync"
globalThis["process"]["binding"]("spawn_sync");
