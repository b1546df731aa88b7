// Whether an entry of the package loads here, or what it lacks.
const [entry] = process.argv.slice(2);

console.log(
  await import(entry).then(
    () => 'works',
    ({ message }) => message,
  ),
);
