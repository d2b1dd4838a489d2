<?php
$s = file_get_contents($argv[1]);
$o = ['http' => ['method' => 'GET']];
$rules = file_get_contents('https://format.fixture.invalid/rules', false, stream_context_create($o));
echo $s;
