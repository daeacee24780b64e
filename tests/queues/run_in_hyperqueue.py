"""Solves the parts of a divided run on a local cluster of HyperQueue: its server and two workers.

    python3 tests/queues/run_in_hyperqueue.py POLYWRIGHT FILE.parts [--kill]

With --kill the programs that solve parts are killed at random for a while. What HyperQueue reports
as failed is missing afterwards, and is submitted again until nothing is. Needs the package
`hyperqueue` (PyPI).
"""

import random
import subprocess
import sys
import threading
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig


def missing(polywright, parts):
    """The numbers of the parts that are still to be solved."""
    command = [polywright, "merge", parts, "--missing"]
    return subprocess.run(command, capture_output=True, text=True).stdout.split()


def kill(parts, until):
    """Kills the programs that solve parts, or tells them to end, every now and then."""
    while time.monotonic() < until:
        time.sleep(random.uniform(0.05, 0.3))
        signal = random.choice(["-KILL", "-TERM"])
        subprocess.run(["pkill", signal, "-f", f"solve --part {parts}:"])


def main():
    polywright, parts = sys.argv[1:3]
    with LocalCluster() as cluster:
        for _ in range(2):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        if "--kill" in sys.argv:
            until = time.monotonic() + 3
            threading.Thread(target=kill, args=(parts, until), daemon=True).start()
        while numbers := missing(polywright, parts):
            job = Job()
            for number in numbers:
                part = f"{parts}:{number}"
                command = [polywright, "solve", "--part", part, "--threads", "1"]
                job.program(command, stdout=None, stderr=None)
            submitted = client.submit(job)
            client.wait_for_jobs([submitted], raise_on_error=False)


if __name__ == "__main__":
    main()
