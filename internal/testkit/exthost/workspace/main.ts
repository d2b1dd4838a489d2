import { greet } from './src/greet';
const names: string[] = ['a', 'b'];
for (const name of names) {
    console.log(greet(name));
}
export class Counter { private n = 0; next() { return ++this.n; } }
